import { Component, type ReactNode } from 'react';

/** Shows something else where its children fail to render: no failure of an error page may reach the reader as code. */
export class CatchFailure extends Component<{ instead: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
