export declare function filesIn(folder: string, inside: string): Record<string, Buffer>
export declare function zipOf(files: Record<string, Uint8Array>, level?: number): Buffer
