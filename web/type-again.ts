// What somebody typed or ticked before hydration is typed again, so that the page's state has it too. Hydration leaves the fields as they
// are, but takes no notice of them: the next change of the page would empty them.

/** By the setter of its kind, as a person does: an assignment to the field itself is one that React knows of and ignores. */
function typeInto(field: HTMLElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

export function typeAgain(): void {
  const typed = window.earlyTyped ?? new Map<EventTarget, string | boolean>();
  window.earlyTyped = undefined;
  for (const [field, value] of typed) {
    if (!(field instanceof HTMLElement) || !field.isConnected) continue;
    if (typeof value === 'boolean' && field instanceof HTMLInputElement) {
      field.checked = !value;
      field.click();
    } else if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }));
    else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
      field.value = value ? '' : ' ';
      typeInto(field, String(value));
    }
  }
}
