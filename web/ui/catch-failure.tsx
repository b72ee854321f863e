import { Component, type ReactNode } from 'react';

/** Shows a fallback if its children fail to render: a failure of an error page must not reach the reader as code. */
export class CatchFailure extends Component<{ instead: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
