import { generateText } from 'ai'
import { asked } from './ai-asked.ts'

export default async (prompt: string) => generateText({ ...asked, prompt })
