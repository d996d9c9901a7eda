import { message } from '../../core/index.ts'
import { diagnose, type Diagnosis } from '../../workspace/diagnose.ts'
import { translate } from '../../i18n/index.ts'
import { defineCommand } from '../command.ts'
import { printJson } from '../print-json.ts'
import { dependenciesOf } from '../dependencies.ts'

export const doctor = defineCommand({
  name: 'doctor',
  summary: message('what is installed, which keys are there, which targets answer'),
  operands: '[OPTIONS]',
  mostOperands: 0,
  details: [message('Keys are never shown. A target is asked whether it is there; no agent is asked a question.')],
  examples: ['shinsa doctor', 'shinsa doctor --json'],
  options: {
    config: { value: 'FILE', short: 'c', summary: message('a shinsa.config.ts other than the nearest') },
    json: { summary: message('one JSON array') },
  },
  async run(_operands, flags, terminal) {
    const findings = await diagnose({ cwd: terminal.cwd, config: flags.config }, dependenciesOf(terminal))
    if (flags.json === true) printJson(findings, terminal)
    else for (const finding of findings) terminal.stdout(line(finding, terminal))
    return findings.some((finding) => finding.state === 'broken') ? 3 : 0
  },
})

const marks = { fine: '✓', absent: '–', broken: '✗' } as const

function line({ state, subject, detail }: Diagnosis, { language }: { readonly language: 'en' | 'ja' }): string {
  return `${marks[state]} ${translate(subject, language)}: ${translate(detail, language)}\n`
}
