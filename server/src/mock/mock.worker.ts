import { boundedTask } from '../runtime/bounded-task.ts'
import { OUTPUT_MAX, OutputTooLarge } from './random.ts'
import { evaluate } from './template.ts'

/** Evaluates a template to JSON text; undefined when the output would be too large. */
export default boundedTask(({ template, timeZone }: { template: string; timeZone: string }): string | undefined => {
  try {
    const made = JSON.stringify(evaluate(JSON.parse(template), timeZone))
    return Buffer.byteLength(made) > OUTPUT_MAX ? undefined : made
  } catch (error) {
    // A long chain of placeholders overflows the stack.
    if (error instanceof OutputTooLarge || error instanceof RangeError) return undefined
    throw error
  }
})
