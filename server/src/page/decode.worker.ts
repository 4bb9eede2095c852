import { boundedTask } from '../lib/bounded-task.ts'
import { decoded } from './page.rules.ts'

export default boundedTask(({ text }: { text: string }) => decoded(text))
