/** One encrypted file with everything that has to come back. */
export { BackupDamaged, type Entry } from './archive.ts';
export { type BackupSecret, readBackupFile, readBackupHeader, writeBackupFile } from './backup-file.ts';
