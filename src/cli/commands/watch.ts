import { message } from '../../core/index.ts'
import { defineCommand } from '../command.ts'
import { outputsFrom } from '../output.ts'
import { watchSession } from '../watch/watch-session.ts'
import { runOptions } from './run.ts'

export const watch = defineCommand({
  name: 'watch',
  summary: message('run, and again whenever a file changes: only what the change can have touched'),
  operands: '[AGENT] DATASET[:CASE,…] … [OPTIONS]',
  details: [
    message('It takes what `shinsa run` takes, and a page of `shinsa serve` that shows one of its runs follows it.'),
    message(
      'Answers come from the store where neither the agent’s code nor its settings nor what the case asks changed since. Of agents elsewhere nobody can know that: it is said, and they are asked again.',
    ),
    message('Of the runs of a session the last one stays. Ctrl-C ends it.'),
  ],
  examples: [
    'shinsa watch evals/weather.evalset.json --target ./agent.ts',
    'shinsa watch cases.jsonl --fresh',
    "shinsa watch '**/*.eval.ts'",
  ],
  options: { ...runOptions, fresh: { summary: message('ask the agent everything anew in every round') } },
  async run(operands, flags, terminal) {
    outputsFrom(flags)
    return watchSession(operands, flags, terminal)
  },
})
