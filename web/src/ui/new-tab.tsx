import { useWords } from '../lib/words.ts'
import { uiWords } from './ui.words.ts'

/** Said at the end of a link whose words do not tell that it opens beside this page. */
export const NewTab = () => <span className="sr">{useWords(uiWords).newTab}</span>
