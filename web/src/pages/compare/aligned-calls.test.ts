import { describe, expect, it } from 'vitest'
import type { ToolCall } from '../../../../src/core/invocation.ts'
import { alignedCalls, textOfCall } from './aligned-calls.ts'

const call = (name: string, args?: Record<string, unknown>): ToolCall => ({ name, ...(args !== undefined && { args }) })

function shown(baseline: readonly ToolCall[], ...others: readonly (readonly ToolCall[])[]): string {
  return alignedCalls(baseline, others)
    .map((row) =>
      [
        row.baseline === undefined ? '–' : textOfCall(row.baseline),
        ...row.others.map(({ call: other, mark }) => `${other === undefined ? '–' : textOfCall(other)} ${mark ?? ''}`),
      ].join(' | '),
    )
    .join('\n')
}

describe('calls of several runs in rows', () => {
  it('lays the same tools beside each other, and what only one run called between them', () => {
    const baseline = [call('search', { q: 'tea' }), call('open', { id: 1 }), call('answer')]
    const chatty = [call('search', { q: 'tea' }), call('ask'), call('open', { id: 2 }), call('answer'), call('close')]
    const short = [call('open', { id: 1 }), call('answer')]
    expect(shown(baseline, chatty, short)).toMatchInlineSnapshot(`
      "search({"q":"tea"}) | search({"q":"tea"}) same | – missing
      – | ask() extra | – 
      open({"id":1}) | open({"id":2}) other-arguments | open({"id":1}) same
      answer() | answer() same | answer() same
      – | close() extra | – "
    `)
  })

  it('takes the call with the same arguments where a tool was called twice', () => {
    const twice = [call('search', { q: 'coffee' }), call('search', { q: 'tea' })]
    expect(shown([call('search', { q: 'tea' })], twice)).toMatchInlineSnapshot(`
      "– | search({"q":"coffee"}) extra
      search({"q":"tea"}) | search({"q":"tea"}) same"
    `)
  })

  it('stands still for runs that called nothing, and for very many calls', () => {
    expect(alignedCalls([], [[], []])).toEqual([])
    const many = Array.from({ length: 1000 }, (_, index) => call('step', { index }))
    expect(alignedCalls(many, [many.slice(0, 999)])).toHaveLength(1000)
  })
})
