import './state.css'
import { Component, type ReactNode } from 'react'
import { useWords } from '../words/language.tsx'
import { messageOf } from '../../../src/core/basics/message-of.ts'

type State = { readonly error: unknown }

/** Keeps a page that broke from taking the others along. React has this as a class only. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State | object> {
  override state: State | object = {}

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override render(): ReactNode {
    return 'error' in this.state ? <Broken error={this.state.error} /> : this.props.children
  }
}

function Broken({ error }: { readonly error: unknown }) {
  const { words } = useWords()
  return (
    <div className="state" data-kind="error" role="alert">
      <h1>{words.app.broken}</h1>
      <p>{words.app.brokenNext}</p>
      <pre className="foreign">{messageOf(error)}</pre>
      <button type="button" className="button" onClick={() => window.location.reload()}>
        {words.app.reload}
      </button>
    </div>
  )
}
