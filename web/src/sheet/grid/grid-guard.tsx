import { Component, type ReactNode } from 'react'

interface GridGuardProps {
  children: ReactNode
  /** What is shown where the grid cannot be drawn. */
  instead: ReactNode
}

/** The grid comes from elsewhere and is fed with what others have saved: where it stumbles, the rest of the screen stays. */
export class GridGuard extends Component<GridGuardProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children
  }
}
