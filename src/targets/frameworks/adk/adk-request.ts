import type { Told } from '../framework.ts'
import { fieldOf, listField, textField } from '../shape.ts'

/** What an agent's model was told, and the tools that it was offered, from ADK's request to it. */
export function toldInRequest(request: unknown): Told[string] {
  const config = fieldOf(request, 'config')
  const declarations = listField(config, 'tools').flatMap((tool) => {
    const functions = fieldOf(tool, 'functionDeclarations')
    return Array.isArray(functions) ? functions : [tool]
  })
  return {
    instructions: ownWords(plain(fieldOf(config, 'systemInstruction'))),
    // Handing over is what the runner does, and no tool of the world.
    toolDeclarations: declarations.filter((tool) => textField(tool, 'name') !== 'transfer_to_agent'),
  }
}

// ADK says some things to every model, around what the developers said.
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
