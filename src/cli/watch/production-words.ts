import { type Message, message } from '../../core/index.ts'
import type { ProductionRate, ProductionState, ProductionStream } from '../../failures/production-state.ts'
import { type Language, translate } from '../../i18n/index.ts'
import type { ProductionLook } from '../../workspace/production/watch-production.ts'

export function productionLine(
  { judged, passed, notEvaluated, asked, agreed, waiting, unreadable, state }: ProductionLook,
  language: Language,
): string {
  const seen = message('{passed} of {judged} passed, {agreed} of {asked} anchors as people say', {
    judged: judged - notEvaluated,
    passed,
    asked,
    agreed,
  })
  const silent = message('{count} could not be evaluated by any metric', { count: notEvaluated })
  const limit = message('{waiting} wait, since as much is spent as may be today', { waiting })
  const broken = message('{n} {n|file|files} of traces could not be read, the first is {file}', {
    n: unreadable.length,
    file: unreadable[0] ?? '',
  })
  const more = [
    ...(notEvaluated === 0 ? [] : [silent]),
    ...(waiting === 0 ? [] : [limit]),
    ...(unreadable.length === 0 ? [] : [broken]),
  ]
  return joined([seen, standingOf(state), ...more], language)
}

function joined(sentences: readonly Message[], language: Language): string {
  return sentences.map((sentence) => translate(sentence, language)).join('; ')
}

function standingOf({ verdict, system, anchors }: ProductionState): Message {
  if (verdict !== 'quiet') return drifted[verdict]
  if (system.missing > 0 || anchors.missing > 0) {
    return message('learning what is usual, {system} verdicts and {anchors} answers about anchors to come', {
      system: system.missing,
      anchors: anchors.missing,
    })
  }
  return message('quiet')
}

const drifted = {
  system: message('the agent drifted, the judge did not'),
  judge: message('the judge drifted: what it says of the agent is not to be believed'),
  inseparable: message('agent or judge drifted, which cannot be told: look at the judge first'),
}

export function alarmLine({ verdict, system, anchors }: ProductionState, language: Language): string {
  if (verdict === 'quiet') return ''
  const rates = message('passed {passed}, as people say {agreed}', {
    passed: change(system),
    agreed: change(anchors),
  })
  return joined([drifted[verdict], rates], language)
}

function change({ usual, since }: ProductionStream): string {
  return `${share(usual)} → ${share(since)}`
}

function share({ successes, trials }: ProductionRate): string {
  return trials === 0 ? '–' : `${Math.round((100 * successes) / trials)} % / ${trials}`
}
