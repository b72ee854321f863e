// Calls about the catalogue as files (rules §10).

import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { answerCatalogue } from './export-catalogue.ts';
import { answerProblems } from './list-problems.ts';
import { portingJobs } from './porting.jobs.ts';
import { receiveFile } from './receive-file.ts';
import { showImport, showImports, showRows, startImport, stopImport } from './show-import.ts';

const calls = {
  consoleImports: showImports,
  consoleImport: showImport,
  consoleImportRows: showRows,
  consoleImportRun: startImport,
  consoleImportStop: stopImport,
} satisfies Partial<Handlers>;

export const portingRoom = {
  calls,
  files: {
    catalogueExport: answerCatalogue,
    importProblems: answerProblems,
    catalogueUpload: { answer: receiveFile, takes: 'stream' },
  },
  jobs: portingJobs,
} satisfies Room;
