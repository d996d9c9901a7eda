import { describe, expect, it } from 'vitest'
import { matchingCommands } from './matching-commands.ts'

const commands = [
  ['Compare', 'Page'],
  ['tea shop, nightly', 'Run'],
  ['Shop, yesterday', 'Run'],
  ['response_match_score', 'Metric'],
  ['データセット', 'Page'],
].map(([text = '', kind = '']) => ({ id: text, text, kind, act: () => undefined }))

describe('commands by name', () => {
  it.each([
    ['', 'Compare, tea shop, nightly, Shop, yesterday, response_match_score, データセット'],
    ['shop', 'Shop, yesterday, tea shop, nightly'],
    ['run TEA', 'tea shop, nightly'],
    ['  match ', 'response_match_score'],
    ['セット', 'データセット'],
    ['nothing', ''],
  ])('%j finds %s', (typed, expected) => {
    expect(
      matchingCommands(commands, typed)
        .map(({ text }) => text)
        .join(', '),
    ).toBe(expected)
  })
})
