import { EvalError, message } from '../../../../core/index.ts'
import { type PromptRequest, toolsSection } from './review-prompts.ts'

const placeholders = ['check_name', 'check_description', 'language_name', 'tools', 'feedback'] as const

/**
 * Checks that custom instructions mention the description of the check and use only known placeholders: `{{ check_name
 * }}`, `{{ check_description }}`, `{{ language_name }}`, `{{ tools }}` (the section about tools, which may be empty)
 * and `{{ feedback }}`. Other braces are left unchanged.
 *
 * @throws {EvalError} `config` for a placeholder that is none, and without the check's description
 */
export function checkCustomPrompt(template: string): void {
  const used = [...template.matchAll(placeholder)].map(([, name = '']) => name)
  const unknown = used.find((name) => !placeholders.some((known) => known === name))
  if (unknown === undefined && used.includes('check_description')) return
  const problem =
    unknown === undefined
      ? message('the instructions for the reviewer do not say what to check: they lack {placeholder}', {
          placeholder: '{{ check_description }}',
        })
      : message('the instructions for the reviewer have {placeholder}, which nothing fills', {
          placeholder: `{{ ${unknown} }}`,
        })
  throw new EvalError('config', problem, {
    hint: message('They may have {placeholders}.', {
      placeholders: placeholders.map((name) => `{{ ${name} }}`).join(', '),
    }),
  })
}

const placeholder = /\{\{\s*(\w+)\s*\}\}/g

/** Fills the placeholders in one pass, so that values which look like placeholders stay as they are. */
export function customPrompt(template: string, request: PromptRequest): string {
  const { task } = request
  const values: Readonly<Record<string, string>> = {
    check_name: task.checkName,
    check_description: task.checkDescription,
    language_name: task.languageName,
    tools: toolsSection(request),
    feedback: task.feedbackSummary ?? '',
  }
  return template.replaceAll(placeholder, (whole, name: string) => values[name] ?? whole)
}
