import { join } from 'node:path'
import type { Config } from '../config.ts'
import { localFiles } from './local.ts'

/** Where this server keeps the bytes of attachments. */
export const storedFiles = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) => localFiles(join(DATA_DIR, 'files'))
