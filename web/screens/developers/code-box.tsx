// Code or an answer: scrolls on its own, and is reachable by keyboard.

export function CodeBox({ label, text }: { label: string; text: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      aria-label={label}
      className="mt-2 max-h-96 overflow-auto rounded-card border border-line bg-surface p-4 text-sm"
    >
      <pre>
        <code>{text}</code>
      </pre>
    </section>
  );
}
