import { describe, expect, it } from 'vitest'
import { judgeGroundedness } from './groundedness.ts'
import { isJapanese } from './terms.ts'
import { loadWeights } from './weights.ts'

const weights = await loadWeights()

describe('a negation', () => {
  it.each([
    ['Disconnect the host from the network. Do not power it off.', 'Do not disconnect the host from the network.'],
    ['The lights last 90 minutes. Do not cover the lights.', 'The lights do not last 90 minutes.'],
    ['Do not power off the host. Report to the manager.', 'Do not report to the manager.'],
    ['Do not power off the host. Report to the manager.', 'Power off the host.'],
    ['If the alarm rings, leave the building. Do not use the lift.', 'If the alarm rings, do not leave the building.'],
    ['端末をネットワークから切断する。電源は切らない。', '端末をネットワークから切断しない。'],
    ['端末をネットワークから切断する。電源は切らない。', '端末をネットワークから切断してはならない。'],
  ])('is not cancelled by that of a sentence beside it: %s / %s', (context, claim) => {
    expect(labelOf(context, claim)).toBe('contradictory')
  })

  it.each([
    [
      'Unplug the office printer and shut down the mail server.',
      'Do not unplug the office printer and do not shut down the mail server.',
    ],
    [
      'Do not unplug the office printer and do not shut down the mail server.',
      'Unplug the office printer and shut down the mail server.',
    ],
    ['作業記録を台帳に残し、管理者の承認を書面で得る。', '作業記録を台帳に残さず、管理者の承認を書面で得ない。'],
  ])('is not cancelled by another one of the claim: %s / %s', (context, claim) => {
    expect(labelOf(context, claim)).toBe('contradictory')
  })

  it.each([
    [
      '閲覧権限の制限や保管場所の移動などの代替手段',
      '閲覧権限の制限や保管場所の移動などの代替手段：見られたくない情報は、保管場所の移動で対応する。',
    ],
    ['The museum shop sells postcards and books.', 'The museum shop sells postcards and books, but not on holidays.'],
  ])('of something else says nothing against what both say: %s / %s', (context, claim) => {
    expect(labelOf(context, claim)).not.toBe('contradictory')
  })

  it.each([
    'Where each case passed or not, the test is exact; where cases were repeated, it is a signed one, and not a paired one.',
    'Its exit code is 0 when the gate passed, 1 when it did not.',
    'For 20 of 20 it gives 84 to 100 %, not 100 to 100 %.',
    '要点がない場合、言語が異なる場合、独自の観点については、判定を控えます。',
  ])('does not set a sentence against itself: %s', (sentence) => {
    expect(labelOf(sentence, sentence)).not.toBe('contradictory')
  })
})

function labelOf(context: string, sentence: string): string | undefined {
  const finding = judgeGroundedness(
    { context: [context], sentences: [sentence] },
    weights,
    isJapanese(sentence) ? 'ja' : 'en',
  )
  return 'value' in finding ? finding.value.sentences[0]?.label : undefined
}
