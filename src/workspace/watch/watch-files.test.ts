import { expect, it, onTestFinished } from 'vitest'
import { watchFiles } from './watch-files.ts'

it('waits for no change where waiting was over before it began', async () => {
  const files = watchFiles()
  onTestFinished(() => files.close())
  expect(await files.changed(AbortSignal.abort())).toEqual([])
})
