import { EvalError, message } from '../../core/index.ts'
import { oneOfWords } from '../../settings/index.ts'
import { completionScript, shells } from '../completion.ts'
import { defineCommand } from '../command.ts'

const kind = oneOfWords(shells)

export const completion = defineCommand({
  name: 'completion',
  summary: message('a script that completes commands and flags in a shell'),
  operands: 'bash|zsh|fish',
  mostOperands: 1,
  details: [message('Run by the shell when it starts, as in the examples.')],
  examples: ['eval "$(shinsa completion bash)"', 'eval "$(shinsa completion zsh)"', 'shinsa completion fish | source'],
  options: {},
  async run([shell = ''], _flags, terminal) {
    const read = kind.schema.safeParse(shell)
    if (!read.success) throw new EvalError('usage', kind.refuse('shinsa completion', JSON.stringify(shell)))
    terminal.stdout(completionScript(read.data, await terminal.commands()))
    return 0
  },
})
