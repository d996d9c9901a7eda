import { EvalError, message } from '../../core/index.ts'
import { defineCommand, refuseIdleFlags } from '../command.ts'
import { judgeOptions } from '../judging/judge-options.ts'

export const judge = defineCommand({
  name: 'judge',
  summary: message('how far judges agree with people: one of them, or several beside each other'),
  operands: 'validate LABELS | admit LABELS | race LABELS --judge A --judge B … | find [LABELS] [OPTIONS]',
  details: [
    message(
      'LABELS are lines of `shinsa labels export`, a saved runbook evaluation (judge_eval_*.json) with `human` blocks, or a CSV or JSONL table with question, answer, reference, context, human_verdict, human_score (0–100), human_comment, labeller and metric.',
    ),
    message(
      'Rules of --fail-on: agreement, kappa, ac1 and weighted-kappa, as in "kappa<0.6", or "kappa-low<0.6" for the lower end of the interval; what cannot be told fails. "changed" is about --against. Without rules the exit code is 0.',
    ),
    message(
      '`race` asks every judge the same, in every combination of --judge, --metric and --config, and says which of them cannot be told apart.',
    ),
    message(
      '`admit` decides whether a judge may be trusted with verdicts: 0 admitted, 1 refused, 2 cannot be decided. Labels that were looked at with another judge or question do not count.',
    ),
    message(
      '`find` asks Ollama, llama.cpp, LM Studio and vLLM on this machine which models they serve, and with LABELS which of these to use. It ends with 1 where there is none.',
    ),
  ],
  examples: [
    'shinsa judge validate labels.jsonl',
    'shinsa judge validate labels.jsonl --judge gemini-2.5-flash --fail-on "kappa-low<0.6"',
    'shinsa judge validate reviewed.csv --metric final_response_match_v2 --output trust.json',
    'shinsa judge validate labels.jsonl --against trust.json --fail-on changed',
    'shinsa judge admit labels.jsonl --sensitivity 0.8 --specificity 0.8',
    'shinsa judge race labels.jsonl --judge embedded --judge gemini-2.5-flash --judge gpt-5-mini',
    'shinsa judge find labels.jsonl',
  ],
  options: judgeOptions,
  async run([verb, file, ...others], flags, terminal) {
    if (verb === 'find' && others.length === 0) {
      refuseIdleFlags(flags, ['judge', 'against', 'fail-on', 'sensitivity', 'specificity', 'battery'], {
        beside: 'judge find',
      })
      return (await import('../judging/find.ts')).findJudges(file, flags, terminal)
    }
    if (!['validate', 'admit', 'race'].includes(verb ?? '') || file === undefined || others.length > 0) {
      throw new EvalError('usage', message('shinsa judge: validate, admit, race or find over which labels?'), {
        hint: message('shinsa judge validate LABELS, judge admit LABELS, or judge race LABELS --judge A --judge B'),
      })
    }
    if (verb === 'admit') {
      refuseIdleFlags(flags, ['against', 'fail-on'], { beside: 'judge admit' })
      return (await import('../judging/admit.ts')).admitOneJudge(file, flags, terminal)
    }
    refuseIdleFlags(flags, ['sensitivity', 'specificity', 'battery'], { beside: `judge ${verb}` })
    if (verb === 'validate') return (await import('../judging/validate.ts')).validateJudge(file, flags, terminal)
    refuseIdleFlags(flags, ['against', 'fail-on'], { beside: 'judge race' })
    return (await import('../judging/race.ts')).raceJudgesOver(file, flags, terminal)
  },
})
