import type { ComponentProps } from 'react'

type ButtonProps = ComponentProps<'button'> & {
  /** `main` once on a page, `quiet` for one of many. */
  readonly kind?: 'main' | 'quiet' | undefined
}

/** What is pressed to do something. */
export function Button({ kind, ...button }: ButtonProps) {
  return <button type="button" className="button" data-kind={kind} {...button} />
}
