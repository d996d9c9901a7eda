import './toast.css'
import { Toast } from '@base-ui/react/toast'
import type { ReactNode } from 'react'
import { sayFirst as say } from '../words/say.ts'

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Toast.Provider>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="toasts" aria-label={say('Notifications')}>
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

/** Shows a short message for a moment. @example const tell = useToast(); tell('Cancelled') */
export function useToast(): (sentence: string) => void {
  const { add } = Toast.useToastManager()
  return (sentence) => void add({ description: sentence })
}

/** Copies a text to the clipboard and confirms it. */
export function useCopy(): (text: string) => void {
  const tell = useToast()
  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      tell(say('Copied'))
    } catch {
      // The browser denies it, or offers a clipboard only on this machine's own address or https; the text can still be selected.
      tell(say('The browser does not allow copying here.'))
    }
  }
  return (text) => void copy(text)
}

function Toasts() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast" aria-label={say('Notification')}>
      <Toast.Description />
      <Toast.Close className="button" aria-label={say('Close')}>
        <span aria-hidden="true">✕</span>
      </Toast.Close>
    </Toast.Root>
  ))
}
