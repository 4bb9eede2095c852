import packed from '../../../package.json' with { type: 'json' }

export const version: string = packed.version
