// What somebody typed or ticked before hydration is typed again, so that the page's state has it too. Hydration leaves the fields as they
// are, but takes no notice of them: the next change of the page would empty them.

export function typeAgain(): void {
  const typed = window.earlyTyped ?? [];
  window.earlyTyped = undefined;
  for (const [field, value] of typed)
    if (typeof value === 'boolean') {
      field.checked = !value;
      field.click();
    } else {
      // React ignores a value that it has seen, and sees each one that is assigned; the setter of the prototype it does not see.
      field.value = value ? '' : ' ';
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
}
