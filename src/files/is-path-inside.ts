import { realpath } from 'node:fs/promises'
import { wayInside } from './way-inside.ts'

/** Whether what stands at a path really lies in a folder, whatever links lead there. */
export async function isPathInside(path: string, folder: string): Promise<boolean> {
  return wayInside(await realpath(folder), await realpath(path)) !== undefined
}
