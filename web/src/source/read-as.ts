import { z } from './shapes.ts'

/** Parses a value from the reader or the browser's storage by a schema. */
export function readAs<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  // By default zod compiles code, which the content security policy forbids.
  z.config({ jitless: true })
  return schema.safeParse(value)
}
