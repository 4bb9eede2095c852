import { backup } from './backup.ts'
import type { Command } from './command.ts'
import { doctor } from './doctor.ts'
import { exportShowdoc } from './export-showdoc.ts'
import { importShowdoc } from './import-showdoc.ts'
import { moveDatabase } from './move-database.ts'
import { moveFiles } from './move-files.ts'
import { resetPassword } from './reset-password.ts'
import { restore } from './restore.ts'
import { startAnew } from './start-anew.ts'
import { verifyShowdoc } from './verify-showdoc.ts'

/** Every command by its name, in the order in which help lists them. */
export const commands: Record<string, Command> = {
  backup,
  restore,
  doctor,
  'start-anew': startAnew,
  'reset-password': resetPassword,
  'move-database': moveDatabase,
  'move-files': moveFiles,
  'import-showdoc': importShowdoc,
  'verify-showdoc': verifyShowdoc,
  'export-showdoc': exportShowdoc,
}
