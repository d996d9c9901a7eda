import { copyStore } from '../../compose/copy-store.ts'
import { EvalError, message } from '../../core/index.ts'
import { defineCommand } from '../command.ts'
import { printMessage, printLine } from '../print-message.ts'

export const storeCopy = defineCommand({
  name: 'store copy',
  summary: message('copy runs from one store to another, with results, costs and labels'),
  operands: 'FROM TO [RUN …]',
  details: [
    message('A store is a file, or postgres://USER@HOST/DATABASE. Without RUN all runs are copied.'),
    message('Each run is copied whole or not at all; one that is there already stays as it is.'),
  ],
  examples: [
    'shinsa store copy .shinsa/runs.db postgres://ann@db.example/evaluations',
    'shinsa store copy postgres://ann@db.example/evaluations backup.db 20260501-101500-x7fk',
  ],
  options: {},
  async run([from, to, ...runIds], _flags, terminal) {
    if (from === undefined || to === undefined) {
      throw new EvalError('usage', message('shinsa store copy: from which store to which?'), {
        hint: message('shinsa store copy FROM TO'),
      })
    }
    const counts = { copied: 0, there: 0, 'at work': 0 }
    for await (const { runId, outcome } of copyStore(from, to, { runIds, ...terminal })) {
      counts[outcome] += 1
      if (outcome === 'at work') {
        printMessage(message('warning:'), message('run {run} is at work and is not copied', { run: runId }), terminal)
      }
    }
    const { copied, there } = counts
    const sentence = message('{copied} {copied|run|runs} copied, {there} {there|was|were} there already', {
      copied,
      there,
    })
    printLine(sentence, terminal)
    return counts['at work'] === 0 ? 0 : 1
  },
})
