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
  it('have first what is called just that, however many are called something longer', () => {
    const runs = Array.from({ length: 3000 }, (_, at) => ({
      id: '',
      text: `run ${2999 - at} · c`,
      kind: 'Run',
      act() {},
    }))
    const found = matchingCommands(runs, 'run 15')
    expect(found.slice(0, 3).map(({ text }) => text)).toEqual(['run 15 · c', 'run 2915 · c', 'run 2815 · c'])
    expect(found).toHaveLength(159)
  })

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
