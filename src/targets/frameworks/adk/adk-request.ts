import type { Told } from '../framework.ts'
import { fieldOf, listField, textField } from '../shape.ts'

export function toldInRequest(request: unknown): Told[string] {
  const config = fieldOf(request, 'config')
  const declarations = listField(config, 'tools').flatMap((tool) => {
    const functions = fieldOf(tool, 'functionDeclarations')
    return Array.isArray(functions) ? functions : [tool]
  })
  return {
    instructions: ownWords(plain(fieldOf(config, 'systemInstruction'))),
    // The runner itself handles transfers to other agents.
    toolDeclarations: declarations.filter((tool) => textField(tool, 'name') !== 'transfer_to_agent'),
  }
}

// Removes the text that ADK adds around the developers' instructions.
function ownWords(instruction: string): string {
  return instruction
    .replace(/You are an agent\. Your internal name is ".*"\.\s*/, '')
    .replace(/The description about you is "[^"]*"\.?\s*/, '')
    .replace(/(?<!\s)\s*You have a list of other agents to transfer to:[^]*$/, '')
    .trim()
}

function plain(instruction: unknown): string {
  if (typeof instruction === 'string') return instruction
  if (Array.isArray(instruction)) return instruction.map(plain).join('\n')
  return textField(instruction, 'text') ?? plain(listField(instruction, 'parts'))
}
