import type { ComponentProps } from 'react'

type ButtonProps = ComponentProps<'button'> & {
  /** `main` for a page's main action, `quiet` for one of many. */
  readonly kind?: 'main' | 'quiet' | undefined
}

export function Button({ kind, ...button }: ButtonProps) {
  return <button type="button" className="button" data-kind={kind} {...button} />
}
