import { z } from './shapes.ts'

/** What the reader wrote, or the browser kept, by its schema. */
export function readAs<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  // Otherwise zod tries to compile code, which the content security policy forbids.
  z.config({ jitless: true })
  return schema.safeParse(value)
}
