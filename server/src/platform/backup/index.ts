/** Writes and reads a backup: one encrypted file with everything a restore needs. */
export { BackupDamaged, type Entry } from './archive.ts';
export { type BackupSecret, readBackupFile, readBackupHeader, writeBackupFile } from './backup-file.ts';
