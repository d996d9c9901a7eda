import type { KeyboardEvent } from 'react'

/** Handles Enter in a field, but not the Enter that ends the conversion of Japanese. */
export function onEnter(act: (field: HTMLInputElement) => void) {
  return ({ key, nativeEvent, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    if (key === 'Enter' && !nativeEvent.isComposing) act(currentTarget)
  }
}
