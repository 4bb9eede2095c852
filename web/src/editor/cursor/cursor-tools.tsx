import type { EditingSession } from '../session.ts'
import { SelectionBubble } from './bubble.tsx'
import { SlashMenu } from './slash-menu.tsx'

/** What appears at the cursor; loaded after the editor, because the text does not need it. */
export const CursorTools = ({ session }: { session: EditingSession }) => (
  <>
    <SlashMenu session={session} />
    <SelectionBubble editing={session.editing} />
  </>
)
