import { boundedTask } from '../runtime/bounded-task.ts'
import { OUTPUT_MAX, TooMuch } from './random.ts'
import { evaluate } from './template.ts'

/** A template and the site's time zone → the answer as JSON; undefined when it would be too much. */
export default boundedTask(({ template, timeZone }: { template: string; timeZone: string }): string | undefined => {
  try {
    const made = JSON.stringify(evaluate(JSON.parse(template), timeZone))
    return Buffer.byteLength(made) > OUTPUT_MAX ? undefined : made
  } catch (error) {
    // A chain of placeholders that is too long ends the stack.
    if (error instanceof TooMuch || error instanceof RangeError) return undefined
    throw error
  }
})
