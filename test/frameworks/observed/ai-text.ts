import { generateText } from 'ai'
import { asked } from './ai-asked.ts'

export default async (prompt: string): Promise<string> => (await generateText({ ...asked, prompt })).text
