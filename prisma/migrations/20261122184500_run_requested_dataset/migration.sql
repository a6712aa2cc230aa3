-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "requested_input_dataset_id" TEXT;
