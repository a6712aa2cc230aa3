-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "resources" JSON;
