/** For `onSubmit` of a form that the page sends itself. */
export const onSend = (go: () => unknown) => (event: React.FormEvent) => {
  event.preventDefault();
  void go();
};
