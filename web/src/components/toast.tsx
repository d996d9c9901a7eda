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
