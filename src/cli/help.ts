import { message } from '../core/index.ts'
import { type Language, translate } from '../i18n/index.ts'
import { type Command, type Option, commonOptions } from './command.ts'

export function toOverview(commands: readonly Command[], language: Language): string {
  return [
    translate(message('shinsa evaluates AI agents: dataset in, agent asked, verdict out.'), language),
    '',
    `${translate(message('Usage:'), language)} shinsa COMMAND [OPTIONS]`,
    '',
    ...table(commands.map(({ name, summary }) => [name, translate(summary, language)])),
    '',
    translate(message('`shinsa COMMAND --help` says more. `shinsa --version` prints the version.'), language),
    translate(
      message('`shinsa` alone, on a terminal, lists the evaluations in `*.eval.ts` and asks which to run.'),
      language,
    ),
    '',
    ...exitCodes(language),
    '',
  ].join('\n')
}

export function toCommandHelp(command: Command, language: Language): string {
  const options = { ...command.options, ...commonOptions }
  return [
    `shinsa ${command.name}: ${translate(command.summary, language)}`,
    '',
    `${translate(message('Usage:'), language)} shinsa ${command.name} ${command.operands}`.trimEnd(),
    '',
    ...command.details.flatMap((detail) => [translate(detail, language), '']),
    translate(message('Options:'), language),
    ...table(
      Object.entries(options).map(([name, option]) => [flagText(name, option), translate(option.summary, language)]),
    ),
    '',
    translate(message('Examples:'), language),
    ...command.examples.map((example) => `  ${example}`),
    '',
    ...exitCodes(language),
    '',
  ].join('\n')
}

function flagText(name: string, option: Option): string {
  const short = option.short === undefined ? '' : `-${option.short}, `
  return `${short}--${name}${option.value === undefined ? '' : ` ${option.value}`}`
}

function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)
}

function exitCodes(language: Language): readonly string[] {
  return [
    translate(message('Exit codes:'), language),
    ...table([
      ['0', translate(message('the gate passed'), language)],
      ['1', translate(message('the gate failed'), language)],
      ['2', translate(message('something that was given is wrong'), language)],
      ['3', translate(message('it could not run'), language)],
      ['130', translate(message('stopped by Ctrl-C; `shinsa resume` goes on'), language)],
    ]),
  ]
}
