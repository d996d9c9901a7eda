import { generateText } from 'ai'
import { asked } from './ai-asked.ts'

const experimental_telemetry = { isEnabled: true }

export default async (prompt: string): Promise<string> =>
  (await generateText({ ...asked, prompt, experimental_telemetry })).text
