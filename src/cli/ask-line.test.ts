import { expect, it } from 'vitest'
import { askLine } from './ask-line.ts'

it('has no answer when the command is stopped while it asks', async () => {
  const stopping = new AbortController()
  const answer = askLine('', stopping.signal)
  stopping.abort(new Error('stopped by a signal'))
  expect(await answer).toBeUndefined()
})
