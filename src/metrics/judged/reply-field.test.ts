import { describe, expect, it } from 'vitest'
import { createRandom } from '../../statistics/index.ts'
import { readFinalResponseReply } from './final-response-reply.ts'
import { labelOfField } from './reply-field.ts'
import { readUserSimulatorReply } from './user-simulator-reply.ts'

describe('labelOfField', () => {
  it('finds what ADK’s search with all its backtracking finds', () => {
    const random = createRandom(7)
    const pieces = ['"f":', '"f":', '\n', ' ', '[', ']', '"', ',', '}', '^', 'valid', 'x']
    const found = { some: 0, none: 0 }
    for (let round = 0; round < 40_000; round += 1) {
      const length = 2 + Math.floor(random() * 12)
      const raw = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join('')
      for (const label of ['[^"\\]^\\s]*', '[^"\\]]*'] as const) {
        const expected = new RegExp(String.raw`"f":\s*\[*\s*"*(${label})"*\s*\]*\s*[,\n}]`).exec(raw)?.[1]
        const actual = labelOfField(raw, 'f', label)
        expect([raw, actual?.trim()]).toEqual([raw, expected?.trim()])
        found[expected === undefined ? 'none' : 'some'] += 1
      }
    }
    expect(Math.min(found.some, found.none)).toBeGreaterThan(10_000)
  })
})

describe('readFinalResponseReply', () => {
  it('reads a label on the line after the colon', () => {
    expect(readFinalResponseReply('{"is_the_agent_response_valid":\n  "valid"\n}')?.verdict).toBe('valid')
  })

  it('stops at a value on a new line that nothing ends, and looks no further', () => {
    const unfinished = '"is_the_agent_response_valid":\n"valid" I think; '
    expect(readFinalResponseReply(`${unfinished}"is_the_agent_response_valid": "valid"}`)).toBeUndefined()
    expect(readFinalResponseReply(`${unfinished}"is_the_agent_response_invalid": "false"}`)).toBeUndefined()
  })

  it('goes on after a value on the same line that nothing ends', () => {
    const unfinished = '"is_the_agent_response_valid": "valid" I think; '
    expect(readFinalResponseReply(unfinished)).toBeUndefined()
    expect(readFinalResponseReply(`${unfinished}"is_the_agent_response_valid": "invalid"}`)?.verdict).toBe('invalid')
    expect(readFinalResponseReply(`${unfinished}"is_the_agent_response_invalid": "false"}`)?.verdict).toBe('valid')
  })

  it('takes a turned-around field without a clear label for a good answer', () => {
    expect(readFinalResponseReply('"is_the_agent_response_invalid":\n"invalid" I think')?.verdict).toBe('valid')
  })
})

describe('readUserSimulatorReply', () => {
  it('stops at a value on a new line that nothing ends, and looks no further', () => {
    expect(readUserSimulatorReply('"is_valid":\n True\n}')?.verdict).toBe('valid')
    expect(readUserSimulatorReply('"is_valid":\n"valid" I think; "is_valid": true}')).toBeUndefined()
    expect(readUserSimulatorReply('"is_valid": "valid" I think; "is_valid": false}')?.verdict).toBe('invalid')
  })
})
