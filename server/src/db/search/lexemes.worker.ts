import { boundedTask } from '../../runtime/bounded-task.ts'
import { lexemesIn, type PageText } from './page-lexemes.ts'

/** One text per page, because a list of a hundred thousand words takes longer to copy. */
export default boundedTask((pages: PageText[]) => pages.map((page) => lexemesIn(page).join(' ')))
