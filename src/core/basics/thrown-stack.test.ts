import { describe, expect, it } from 'vitest'
import { thrownStack } from './thrown-stack.ts'

const places = { own: '/opt/shinsa/src/', root: '/home/me/project' }

function thrown(message: string, frames: readonly string[], cause?: unknown): Error {
  const error = new TypeError(message, { cause })
  error.stack = [`TypeError: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n')
  return error
}

describe('the stack of what was thrown', () => {
  it('has the frames of who wrote the code, with paths from their folder', () => {
    const error = thrown('no: at all', [
      'find (file:///home/me/project/lib/find.ts?shinsa-edition=2:3:9)',
      'async agent (/home/me/project/agent.ts:7:10)',
      '/home/me/elsewhere/tool.js:1:1',
      'call (file:///opt/shinsa/src/targets/function-target.ts:80:18)',
      'process.processTicksAndRejections (node:internal/process/task_queues:104:5)',
    ])
    expect(thrownStack(error, places)).toMatchInlineSnapshot(`
      "at find (lib/find.ts:3:9)
      at async agent (agent.ts:7:10)
      at /home/me/elsewhere/tool.js:1:1"
    `)
  })

  it('goes on with what caused it', () => {
    const cause = thrown('socket', ['connect (/home/me/project/net.ts:1:1)'])
    const error = thrown('no answer', ['agent (/home/me/project/agent.ts:2:2)'], cause)
    expect(thrownStack(error, places)).toMatchInlineSnapshot(`
      "at agent (agent.ts:2:2)
      caused by TypeError: socket
      at connect (net.ts:1:1)"
    `)
  })

  it('is not there where nothing tells', () => {
    expect(thrownStack('a text', places)).toBeUndefined()
    expect(thrownStack(thrown('x', ['run (/opt/shinsa/src/runner/a.ts:1:1)']), places)).toBeUndefined()
    expect(thrownStack(Object.assign(new Error('x'), { stack: undefined }), places)).toBeUndefined()
  })

  it('is short, whatever throws', () => {
    const deep = thrown(
      'deep',
      Array.from({ length: 500 }, (_, index) => `again (/home/me/project/agent.ts:${index}:1)`),
    )
    expect(thrownStack(deep, places)?.split('\n')).toHaveLength(12)
  })
})
