import { boundedTask } from '../../runtime/bounded-task.ts'
import { lexemesIn, type PageText } from './page-lexemes.ts'

/** One text, because a list of a hundred thousand words takes longer to copy. */
export default boundedTask((page: PageText) => lexemesIn(page).join(' '))
